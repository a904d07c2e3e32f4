import { cleanLine } from '@portal/contract/text'
import type { ClientsChange } from '@portal/contract/client-changes'
import { TAG_MAX } from '@portal/contract/limits'
import { containsWords, foldText } from '@portal/contract/search-text'
import { Button } from '@portal/kit/ui/button'
import { TextField } from '@portal/kit/ui/fields'
import { Popover } from '@portal/kit/ui/popover'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { useId, useState } from 'react'
import { TagChips } from '../list/tag-chips.tsx'
import { countsQuery } from '../queries/clients.ts'
import { inactiveWhile } from './inactive.ts'

export interface TagMenuProps {
  busy: boolean
  onChoose: (change: ClientsChange) => void
}

/** Most existing tags that are offered at a time. */
const OFFERED = 8

/** Shows a button that opens the tags. Typing finds one of them, or creates a new one. */
export function TagMenu({ busy, onChoose }: TagMenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={(next) => setOpen(next && !busy)}
      align="start"
      label="Tags"
      className="w-72 p-3"
      trigger={
        <Button size="sm" icon={<Tag />} {...inactiveWhile(busy)}>
          Tag
        </Button>
      }
    >
      <TagForm
        onChoose={(change) => {
          setOpen(false)
          onChoose(change)
        }}
      />
    </Popover>
  )
}

function TagForm({ onChoose }: Pick<TagMenuProps, 'onChoose'>) {
  const [text, setText] = useState('')
  const { data } = useQuery(countsQuery)
  const hint = useId()
  const tag = cleanLine(text)
  const offered = (data?.tags ?? []).filter((name) => containsWords(name, tag)).slice(0, OFFERED)
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (tag) onChoose({ kind: 'tag', tag })
      }}
    >
      <TextField label="Tag" value={text} maxLength={TAG_MAX} autoComplete="off" onChange={setText} />
      {offered.length > 0 ? (
        <div className="flex flex-wrap gap-1.5" role="group" aria-labelledby={hint}>
          <span id={hint} className="sr-only">
            Existing tags
          </span>
          {offered.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={foldText(name) === foldText(tag)}
              className="min-h-6 max-w-full cursor-pointer rounded-field hover:underline"
              onClick={() => setText(name)}
            >
              <TagChips tags={[name]} limit={1} />
            </button>
          ))}
        </div>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" disabled={!tag}>
          Add tag
        </Button>
        <Button size="sm" disabled={!tag} onClick={() => onChoose({ kind: 'untag', tag })}>
          Remove tag
        </Button>
      </div>
    </form>
  )
}
