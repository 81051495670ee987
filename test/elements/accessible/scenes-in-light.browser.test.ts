// What axe says about the scenes of the gallery that are shown in light.
import { testScenes } from './scenes.js'

testScenes('light')
