// Keeps the symmetric key of a pairing out of logs and of analytics: whoever has it can read and answer the messages of the pairing.

/** Replaces the keys of pairing uris, also inside a link, where they are percent-escaped once or more. */
export function redactKeys(text: string): string {
  return text.replace(/symKey(?:=|%(?:25)*3D)[^&\s"'<>]*/gi, 'symKey=…')
}

/** Replaces pairing uris (`wc:…`) and their keys, also inside a link. */
export function redact(text: string): string {
  return redactKeys(text.replace(/wc(?::|%(?:25)*3A)[^\s"'<>]*/gi, 'wc:…'))
}
