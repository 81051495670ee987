// The generator of all tests, under its old name.
export { random, type Random } from '../../support/random.js'
