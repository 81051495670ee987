// What axe says about the scenes of the gallery that are shown in dark.
import { testScenes } from './scenes.js'

testScenes('dark')
