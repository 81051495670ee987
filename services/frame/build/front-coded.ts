// A sorted list of words in fewer bytes: of each word, how many letters it shares with the one before it, and the rest.

export function encodeWords(words: readonly string[]): string {
  let last = ''
  return words
    .map((word) => {
      if (!/^[a-z]{1,9}$/.test(word)) throw new Error('words of up to nine letters, a to z')
      let shared = 0
      while (shared < word.length && word[shared] === last[shared]) shared += 1
      last = word
      return `${shared}${word.slice(shared)}`
    })
    .join('')
}

/** The source of a module that decodes them, as `wordlist`. */
export const wordModule = (words: readonly string[]): string => `let last = ''
export const wordlist = Array.from(
  ${JSON.stringify(encodeWords(words))}.matchAll(/(\\d)(\\D*)/g),
  ([, shared, rest]) => (last = last.slice(0, shared) + rest),
)
`
