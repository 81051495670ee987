// The gallery: every view in every state, with switches for theme, language, direction and width.
// `?view=Connect&state=error&theme=dark&dir=rtl&locale=en-XA&width=320&bare=1` addresses one of them, for pictures and checks.
import '../shared/base.css'
import './gallery.css'
import { loadConfig } from '../shared/config.js'
import { mount } from '../shared/mount.js'
import { Gallery } from './gallery.js'
import { createScenes } from './scenes.js'

void mount(async () => {
  const config = await loadConfig()
  return <Gallery config={config} scenes={createScenes(config)} />
})
