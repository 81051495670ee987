// The contracts of mailbox and bus hold of an engine without a database.
import { describe } from 'vitest'
import { describeBus } from './bus-contract.js'
import { describeMailbox } from './mailbox-contract.js'
import { createMemoryEngine } from './memory-engine.js'

const { openMailbox, openBus } = createMemoryEngine()

describe('mailbox', () => describeMailbox(openMailbox))

describe('bus', () => describeBus(openBus))
