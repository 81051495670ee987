// Names that strangers give to wallets, tokens, collectibles and themselves.

/** Nothing of them can be seen. */
export const hiddenNames: readonly string[] = [
  '',
  ' ',
  '\u00a0\u2003\u3000',
  '\u3164', // Hangul filler
  '\uffa0',
  '\u115f\u1160',
  '\u2800\u2800', // Braille pattern without a dot
  '\u034f',
  '\ufe0f\ufe0e',
  '\u{e0100}',
  '\u{e0041}\u{e007f}',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\u202e\u202c\u2066\u2069\u061c',
  '\u00ad',
  '\u180b\u180e',
  '\u17b4\u17b5',
  '\u{1d173}',
  '\u0000\u0007\u001b\u007f\u0085',
  '\u2028\u2029\n\r\t',
  '\ud800',
  '\ue000',
  '\u0301\u0301\u0301',
  '\u3164\u0301 \u2800',
]

/** They stay as they are. */
export const honestNames: readonly string[] = [
  'USD Coin',
  'Tiếng Việt',
  'Tie\u0302\u0301ng Vie\u0323\u0302t', // decomposed
  'กี่ครั้งน้ำ',
  'हिन्दी क्षत्रिय',
  'क्‍ष', // with a joiner
  'العربية مُحَمَّد',
  'می‌خواهم', // with a non-joiner
  'שָׁלוֹם',
  'தமிழ் বাংলা',
  '日本語 が',
  '한국어',
  'Zürich № 5 (€)',
  '👨‍👩‍👧‍👦',
  '❤️ 👍🏽 🏳️‍🌈 🧑🏿‍🚀',
  '🇺🇦🇰🇪',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '1️⃣ #️⃣',
  '#1',
  '⠓⠊',
]

/** As given, and as shown. */
export const spoiltNames: readonly (readonly [given: string, shown: string])[] = [
  ['Meta\u200bMask', 'Meta Mask'],
  ['\u202eksaMateM', 'ksaMateM'],
  ['a\u3164b', 'a b'],
  ['USD\u2800C', 'USD C'],
  ['a\ufe0fb\u034fc', 'a b c'],
  ['two\nlines\u2028here\u0000', 'two lines here'],
  ['  a \u200b b  ', 'a b'],
  [`Z${'\u0335\u0301'.repeat(40)}algo`, 'Z\u0335\u0301\u0335algo'],
  [`a${'\u0301\u200b'.repeat(10)}b`, `a\u0301${' \u0301'.repeat(9)} b`],
  [`ก${'\u0e49'.repeat(50)}`, 'ก\u0e49\u0e49\u0e49'],
  ['a\u200cb\u200dc', 'a b c'],
  ['👍\u200d\u200dx', '👍 x'],
  ['😀\u{e0041}\u{e0042}\u{e007f}', '😀'],
  ['ok\ud800', 'ok'],
]
