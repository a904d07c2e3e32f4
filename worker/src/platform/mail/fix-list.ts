import { cleanLine } from '@portal/contract/text'
import type { AnswerToFix } from '@portal/contract/answer-review'
import { flagText } from '@portal/contract/flag-texts'

/** Number of answers that a mail lists. */
const SHOWN = 10

/** Returns the answers to fix as lines of a mail. */
export function fixLines(toFix: readonly AnswerToFix[]): string[] {
  const lines = toFix
    .slice(0, SHOWN)
    .map(({ question, flag }) => `- ${cleanLine(question)}: ${cleanLine(flagText(flag))}`)
  const more = toFix.length - lines.length
  return more > 0 ? [...lines, `- and ${more} more`] : lines
}

/** Returns the answers to fix in a section as a paragraph of a mail. */
export function fixListText(section: string, toFix: readonly AnswerToFix[]): string {
  const count = toFix.length === 1 ? '1 thing' : `${toFix.length} things`
  return [`${count} to fix in "${section}". Your other answers are kept.`, ...fixLines(toFix)].join('\n')
}
