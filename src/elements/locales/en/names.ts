// Account names.
import type { NameProblem } from '../../../state/names/name-field.js'

export default {
  chooseName: {
    heading: 'A name instead of an address',
    body: 'People can send to your name, and apps show it in place of {address}.',
    free: 'It is free. You only sign a message, and you can have more than one.',
    yours: 'Your names',
    shown: 'Shown',
    failed: 'Your names didn’t load',
    proceed: 'Continue',
  },
  registerName: {
    label: 'Name',
    placeholder: 'yourname',
    rules: 'At least 4 letters, digits or hyphens',
    suggestions: 'Suggestions',
    unavailable: 'Names aren’t available on this site',
    checking: 'Looking for free names…',
    free: 'Available',
    taken: 'Taken',
    register: 'Register',
    review: 'Register {name}?',
    account: 'For',
    cost: 'Cost',
    nothing: 'Nothing: you sign a message, no transaction',
    confirm: 'Sign and register',
    change: 'Choose another name',
    declined: 'You declined. Nothing was registered.',
    justTaken: '{name} was taken a moment ago. Choose another name.',
    late: 'The message was too old when it arrived. Try again, and sign it right away.',
    badSignature: 'The signature is not of this account. Try again.',
  },
  registerSteps: {
    sign: 'Open {wallet} and sign the message.',
    signAgain: 'The time in the message was off. Sign once more in {wallet}.',
    register: 'Registering {name}…',
  },
  registerNameSuccess: {
    heading: '{name} is yours',
    body: 'It leads to this account from now on.',
  },
  nameProblems: {
    long: 'At most 64 characters',
    characters: 'Only the letters a to z, digits and hyphens',
    ends: 'A name begins and ends with a letter or digit',
    address: 'A name must not look like an address',
    refused: 'This name can’t be registered. Try another one.',
  } satisfies Record<Exclude<NameProblem, 'short'>, string>,
}
