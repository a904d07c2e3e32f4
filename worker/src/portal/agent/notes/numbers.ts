const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Matches a small number, in digits or as a word. */
export const NUMBER = `(?:\\d{1,3}|${NUMBERS.slice(1).join('|')}|(?:a )?single|(?:a )?couple(?: of)?|an?)`

/** Returns the value of a small number in digits or as a word. */
export function numberOf(word = ''): number {
  if (/couple/.test(word)) return 2
  return /^an?$|single/.test(word) ? 1 : /^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word)
}
