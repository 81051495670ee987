// The letter that stands for a picture.

/** The first letter or digit of `name` in upper case, else `?`. */
export const monogramOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toLocaleUpperCase()
