// Frames in and out, above all the ids: digits must survive, whatever their size and type.
import { describe, expect, test } from 'vitest'
import { errorFrame, parseFrame, pushFrame, resultFrame, RpcError } from '../../src/relay/frames.js'
import { checkEach } from '../../../test/support/rows.js'

describe('ids', () => {
  test('come back as they were', () =>
    checkEach(
      [
        ['a 19-digit number', '1795240380930728448'],
        ['a 19-digit number that a double cannot hold', '1700000000000000123'],
        ['a 19-digit string', '"1795240380930728448"'],
        ['a small number', '1'],
        ['a negative number', '-5'],
        ['an escaped string', '"\\u0031\\"x"'],
      ],
      'come back as they were: %s',
      (_what, id) => {
        const frame = parseFrame(`{"id":${id},"jsonrpc":"2.0","method":"irn_subscribe","params":{"id":"7","topic":"t"}}`)
        expect(frame).toMatchObject({ kind: 'request', id, method: 'irn_subscribe' })
        expect(resultFrame(id, true)).toBe(`{"id":${id},"jsonrpc":"2.0","result":true}`)
        expect(errorFrame(id, new RpcError(-32601, 'no'))).toBe(
          `{"id":${id},"jsonrpc":"2.0","error":{"code":-32601,"message":"no"}}`,
        )
      },
    ))

  test('are found wherever they stand, and not inside the parameters', () => {
    const text = '{ "params" : {"id":1,"x":["\\"id\\":2",{"id":3}]},\n "jsonrpc":"2.0", "method":"id", "\\u0069d" \t:\n 42 }'
    expect(parseFrame(text)).toMatchObject({ kind: 'request', id: '42' })
  })

  test('of acknowledgements may carry the n of a BigInt', () => {
    for (const id of ['1795240381000001', '"1795240381000001"', '"1795240381000001n"']) {
      expect(parseFrame(`{"id":${id},"jsonrpc":"2.0","result":true}`)).toEqual({
        kind: 'reply',
        id: '1795240381000001',
        ok: true,
      })
    }
    expect(parseFrame('{"id":3,"jsonrpc":"2.0","error":{"code":1,"message":"x"}}')).toEqual({ kind: 'reply', id: '3', ok: false })
  })

  test('of other kinds are refused', () =>
    checkEach(
      ['null', 'true', '1.5', '1e3', '[1]', '{"a":1}', `"${'9'.repeat(65)}"`, '9'.repeat(67)],
      'of other kinds are refused: %s',
      (id) => {
        expect(parseFrame(`{"id":${id},"jsonrpc":"2.0","method":"m"}`)).toMatchObject({
          kind: 'malformed',
          id: 'null',
          error: { code: -32600 },
        })
      },
    ))
})

test('says what is wrong with a frame', () =>
  checkEach(
    [
      ['no JSON', '{"id":1', -32700, 'null'],
      ['nothing', '', -32700, 'null'],
      ['an array', '[{"id":1,"jsonrpc":"2.0","method":"m"}]', -32600, 'null'],
      ['a scalar', '"id"', -32600, 'null'],
      ['null', 'null', -32600, 'null'],
      ['another version', '{"id":1,"jsonrpc":"1.0","method":"m"}', -32600, '1'],
      ['a method that is no text', '{"id":1,"jsonrpc":"2.0","method":{}}', -32600, '1'],
      ['neither call nor answer', '{"id":1,"jsonrpc":"2.0"}', -32600, '1'],
    ],
    'says what is wrong with %s',
    (_what, text, code, id) => {
      expect(parseFrame(text)).toMatchObject({ kind: 'malformed', id, error: { code } })
    },
  ))

test('a push carries the message and nothing of the mailbox', () => {
  const mail = { seq: 9, topic: 't', message: 'm', tag: 1108, publishedAt: 5, attestation: null, expiresAt: 6 }
  expect(JSON.parse(pushFrame(77, 'sub', mail))).toEqual({
    id: 77,
    jsonrpc: '2.0',
    method: 'irn_subscription',
    params: { id: 'sub', data: { topic: 't', message: 'm', attestation: null, publishedAt: 5, tag: 1108 } },
  })
})
