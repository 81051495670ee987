// A sorted list of words in fewer bytes: of each word, how many letters it shares with the one before it, and the rest.

/** @param {readonly string[]} words @returns {string} */
export function frontCoded(words) {
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

/** The module that has them again, as `wordlist`. @param {readonly string[]} words */
export const wordModule = (words) => `let last = ''
export const wordlist = Array.from(
  ${JSON.stringify(frontCoded(words))}.matchAll(/(\\d)(\\D*)/g),
  ([, shared, rest]) => (last = last.slice(0, shared) + rest),
)
`
