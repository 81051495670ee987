// The generator of all tests, under its old name.
export { random } from '../../support/random.js'
