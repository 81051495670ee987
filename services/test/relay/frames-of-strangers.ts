// Frames as nobody should send them: calls with a wrong part, texts that are cut or mixed up, and nonsense. Repeatable by their seed.
import { calls } from '../../src/relay/calls.js'
import type { Random } from '../support/random.js'

const HARD = ['\u0000', '\ud800', '"', '\\', '}', '{', '[', ']', '1e400', '-0', '𐍈', '__proto__', 'null', ',']
const methods = [...Object.keys(calls), 'toString', '__proto__', '', 'irn_subscription', 'waku_publish']
const keys = [
  'id',
  'topic',
  'topics',
  'message',
  'messages',
  'ttl',
  'tag',
  'attestation',
  'subscriptions',
  'jsonrpc',
  'method',
  'params',
  '__proto__',
  'constructor',
]
const answers = [true, false, null, {}, { code: -32000, message: 'no' }, 'n']

export interface Strangers {
  /** One text frame. */
  frame(): string
  /** A well-formed call of one of the relay's methods, about one of `topics`; its parameters may still be refused. */
  call(): string
  /** An answer to a push with this id, or one near it. */
  answer(id: number): string
}

/** @param topics that they know, 32 bytes in hex */
export function createStrangers({ int, pick, chance }: Random, topics: readonly string[]): Strangers {
  const word = () =>
    int(2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const hex = (bytes: number) =>
    Array.from({ length: Math.ceil(bytes / 4) }, word)
      .join('')
      .slice(0, bytes * 2)
  const topic = () => (chance(0.7) ? pick(topics) : hex(32))

  function value(depth: number): unknown {
    const kinds = [
      () => pick(HARD),
      () => int(2 ** 31) - 2 ** 30,
      () => pick([null, true, false, '', 1e308, -1, 0.1, Number.MAX_SAFE_INTEGER]),
      topic,
      () => 'x'.repeat(int(200)),
      () => Array.from({ length: int(4) }, () => (depth > 0 ? value(depth - 1) : 0)),
      () => Object.fromEntries(Array.from({ length: int(5) }, () => [pick(keys), depth > 0 ? value(depth - 1) : 0])),
    ]
    return pick(kinds)()
  }

  function call(change: boolean): string {
    const about = topic()
    const params = {
      topic: about,
      topics: [about],
      message: `from a stranger ${int(1_000)}`,
      messages: [{ topic: about, message: 'm', ttl: 60 }],
      ttl: 60,
      tag: 1,
      id: 'x',
      pairingTopic: about,
      sessionTopic: topic(),
      sessionProposal: 'p',
      sessionProposalResponse: 'r',
      sessionSettlementRequest: 's',
      subscriptions: [{ topic: about, id: 'x' }],
      ...(change ? { [pick(keys)]: value(3) } : {}),
    }
    // Some changes touch a field that the method does not read; without these exceptions most calls would reach the database.
    const isHollow = change && chance(0.96)
    const body = isHollow ? pick([value(3), undefined, { ...params, topic: value(1), topics: value(1), ttl: value(1) }]) : params
    return JSON.stringify({
      id: pick([int(2 ** 50), String(int(1_000)), value(1)]),
      jsonrpc: '2.0',
      method: pick(methods),
      params: body,
    })
  }

  function mutate(text: string): string {
    const at = int(text.length + 1)
    const kinds = [
      () => text.slice(0, at),
      () => text.slice(0, at) + pick(HARD) + text.slice(at + int(6)),
      () => text.slice(at) + text.slice(0, at),
      () => text.repeat(2),
      () => '['.repeat(chance(0.02) ? int(20_000) : int(40)) + text,
    ]
    return pick(kinds)()
  }

  return {
    call: () => call(false),
    frame: () => {
      const kinds = [
        () => call(true),
        () => mutate(call(true)),
        () => mutate(call(false)),
        () => JSON.stringify(value(4)),
        () => hex(int(32)),
      ]
      return pick(kinds)()
    },
    answer(id) {
      const near = pick([id, id, id + 1, String(id), `${id}n`, -id, id / 2])
      return JSON.stringify({ id: near, jsonrpc: '2.0', ...(chance(0.8) ? { result: pick(answers) } : { error: pick(answers) }) })
    },
  }
}
