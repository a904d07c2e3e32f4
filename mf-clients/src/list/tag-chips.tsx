import { foldText } from '@portal/contract/search-text'
import { cx } from '@portal/kit/ui/class-names'

/** The theme's colors for tags. */
const COLORS = ['badge-primary', 'badge-secondary', 'badge-accent', 'badge-info', 'badge-success', 'badge-warning']

/** Returns the color of a tag: always the same for the same name, in any case and accent. */
function colorOf(tag: string): string | undefined {
  const hash = Array.from(foldText(tag)).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  return COLORS[hash % COLORS.length]
}

export interface TagChipsProps {
  tags: readonly string[]
  /** Most tags to show by name. */
  limit: number
}

/** Shows tags on one line, and the number of those for which there is no space. */
export function TagChips({ tags, limit }: TagChipsProps) {
  const hidden = tags.slice(limit)
  return (
    <>
      {tags.slice(0, limit).map((tag) => (
        <span
          key={tag}
          title={tag}
          className={cx(
            'badge badge-soft badge-sm inline-block h-5 min-w-8 max-w-24 shrink truncate leading-4',
            colorOf(tag),
          )}
        >
          {tag}
        </span>
      ))}
      {hidden.length > 0 ? (
        <span className="text-base-content/70 text-xs" title={hidden.join(', ')}>
          +{hidden.length}
          <span className="sr-only"> more tags: {hidden.join(', ')}</span>
        </span>
      ) : null}
    </>
  )
}
