import type { WorkformSummary } from '@portal/contract/workforms'
import { cx } from '@portal/kit/ui/class-names'
import { SearchBox } from '@portal/kit/ui/search-box'
import { SkeletonRows } from '@portal/kit/ui/states'
import { countOf } from '@portal/kit/ui/count'
import { useId, useState } from 'react'

export interface TemplateListProps {
  /** Undefined while loading. */
  templates: readonly WorkformSummary[] | undefined
  value: string | undefined
  onChange: (id: string) => void
}

const matches = ({ name, description }: WorkformSummary, query: string): boolean =>
  name.toLowerCase().includes(query) || (description ?? '').toLowerCase().includes(query)

/** Shows the starters and the templates of the firm to choose from. */
export function TemplateList({ templates, value, onChange }: TemplateListProps) {
  const group = useId()
  const [search, setSearch] = useState('')
  const found = templates?.filter((t) => matches(t, search.trim().toLowerCase()))
  const groups = [
    { title: 'Starter templates', items: found?.filter((t) => t.starter) ?? [] },
    { title: 'Templates of your firm', items: found?.filter((t) => !t.starter) ?? [] },
  ].filter(({ items }) => items.length > 0)
  return (
    <div className="min-w-0">
      <SearchBox placeholder="Search templates..." value={search} onChange={setSearch} />
      {templates === undefined ? <SkeletonRows rows={4} label="Loading templates" /> : null}
      {found?.length === 0 ? (
        <p className="px-1 py-6 text-center text-base-content/70 text-sm">No templates found.</p>
      ) : null}
      {groups.map(({ title, items }) => (
        <fieldset key={title} className="mt-4 min-w-0">
          <legend className="mb-1.5 font-medium text-base-content/70 text-xs">{title}</legend>
          <div className="grid gap-1.5">
            {items.map((template) => (
              <label
                key={template.id}
                className={cx(
                  'flex cursor-pointer items-start gap-3 rounded-field border border-base-300 px-3 py-2.5 text-sm',
                  'hover:bg-base-200/60 has-checked:border-primary has-checked:bg-primary/5',
                )}
              >
                <input
                  type="radio"
                  name={group}
                  checked={template.id === value}
                  onChange={() => onChange(template.id)}
                  className="radio radio-sm checked:radio-primary mt-px border-base-content/50"
                />
                <span className="min-w-0">
                  <span className="block wrap-anywhere font-medium">{template.name}</span>
                  {template.description ? (
                    <span className="mt-0.5 line-clamp-2 wrap-anywhere text-base-content/70">
                      {template.description}
                    </span>
                  ) : null}
                  <span className="mt-0.5 block text-base-content/70 text-xs tabular-nums">
                    {countOf(template.field_count, 'field')} in {countOf(template.section_count, 'section')}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
