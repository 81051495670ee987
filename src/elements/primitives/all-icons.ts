// Gives <wm-icon> the whole set. Imported by whatever shows an icon that is not of the first screen.
import { paths } from '../icons/all.js'
import { WmIcon } from './icon.js'

WmIcon.paths = paths
