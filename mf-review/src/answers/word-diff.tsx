import { cx } from '@portal/kit/ui/class-names'
import { type Change, diffWords } from 'diff'

/** Texts that differ in more words are shown whole, because comparing them takes long and shows little. */
const MAX_CHANGES = 500

/** The parts of two texts. A part is in the old text unless it was added, and in the new one unless it was removed. */
export type TextParts = readonly Pick<Change, 'value' | 'added' | 'removed'>[]

/** Returns the parts in which two texts differ, word by word. */
export function textParts(before: string, now: string): TextParts {
  const parts = diffWords(before, now, { maxEditLength: MAX_CHANGES })
  return (
    parts ?? [
      { value: before, added: false, removed: true },
      { value: now, added: true, removed: false },
    ]
  )
}

const DELETED = 'rounded-sm bg-error/15 decoration-error/70 line-through'
const INSERTED = 'rounded-sm bg-success/20 underline decoration-success/70'

/** Marks something that only the old answer has. */
export const Deleted = ({ children }: { children: string }) => <del className={DELETED}>{children}</del>
/** Marks something that only the new answer has. */
export const Inserted = ({ children }: { children: string }) => <ins className={INSERTED}>{children}</ins>

/** Renders the old or the new text, and highlights the words that only it contains. */
export function DiffText({ parts, side, className }: { parts: TextParts; side: 'before' | 'now'; className?: string }) {
  const Own = side === 'before' ? Deleted : Inserted
  return (
    <p className={cx('whitespace-pre-wrap wrap-anywhere', className)}>
      {parts.map(({ value, added, removed }, i) => {
        if (side === 'before' ? added : removed) return null
        return added || removed ? <Own key={i}>{value}</Own> : value
      })}
    </p>
  )
}
