// What a page may set of the frame's look.
import { expect, test } from 'vitest'
import { readVariables } from '../../../frame/theme.js'

const read = (...given: unknown[]) => Object.fromEntries(readVariables(...given))

test('urls, ends of rules, expressions and scripts are dropped, and so is every unknown token', () => {
  // attack 83
  for (const value of [
    'url(https://evil.example/x)',
    '#fff;} body{display:none',
    'javascript:alert(1)',
    'expression(1)',
    'var(--x)',
    '#12345',
    'red',
    '',
    ' '.repeat(100),
    '#ffffff'.padEnd(70),
    5,
    null,
    ['#fff'],
  ])
    for (const token of ['--wm-accent', '--w3m-accent', '--wm-font-family', '--w3m-border-radius-master'])
      expect(read({ [token]: value })).toEqual({})
  expect(
    read({ '--wm-surface': '#ffffff', '--wm-text': '#ffffff', '--wm-danger': '#16181d', color: '#fff', '--w3m-z-index': '1' }),
  ).toEqual({})
})

test('10^5 keys, and keys that every object has, do no harm', () => {
  // attack 83
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`--wm-${at}`, '#ffffff']))
  expect(read(many)).toEqual({})
  expect(read(JSON.parse('{"__proto__":{"--wm-accent":"#fff"},"constructor":"#fff","toString":"#fff"}'))).toEqual({})
  expect(read(null, undefined, 'text', 5, [])).toEqual({})
})

test('an accent comes with the text that is read on it', () => {
  expect(read({ '--w3m-accent': '#ABC' })).toEqual({ '--wm-accent': '#AABBCC', '--wm-on-accent': '#000000' })
  expect(read({ '--wm-accent': '#0a6c7d' })).toEqual({ '--wm-accent': '#0a6c7d', '--wm-on-accent': '#ffffff' })
})

test('letters are of families whose letters look like letters', () => {
  expect(read({ '--w3m-font-family': `"Segoe UI", Roboto, sans-serif` })).toEqual({
    '--wm-font-family': `'Segoe UI', Roboto, sans-serif`,
  })
  for (const families of ['Wingdings', 'Inter, Symbol', `Inter', x`, 'Inter;}', 'Inter, url(x)'])
    expect(read({ '--wm-font-family': families })).toEqual({})
})

test('a radius is a length up to 32 px', () => {
  expect(read({ '--w3m-border-radius-master': '4px' })).toEqual({ '--wm-radius-control': '4px' })
  for (const value of ['33px', '-1px', '4', '1e3px', '50%', '4px 4px']) expect(read({ '--wm-radius-control': value })).toEqual({})
})
