// The name of a month, over the rows of a list.

/**
 * The month with its year if it is not that of `now`.
 * @param month months from the year 0
 * @param now Unix ms
 * @param tag BCP 47
 */
export function monthName(month: number, now: number, tag: string): string {
  const first = new Date(Math.floor(month / 12), month % 12, 1)
  if (month < 1_200) first.setFullYear(Math.floor(month / 12)) // `Date` reads two digits as a year of the last century
  const isThisYear = first.getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(tag, { month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) }).format(first)
}
