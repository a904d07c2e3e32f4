import type { ChatAbout } from '@portal/contract/chat'
import { containsWords } from '@portal/contract/search-text'
import { Link2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.tsx'
import { CONTROL } from '../../ui/field-layout.tsx'
import { Popover } from '../../ui/popover.tsx'
import { NotOffline, Spinner } from '../../ui/states.tsx'
import { useOffline } from '../../ui/use-offline.tsx'

/** Returns what a message is about, such as 'about: Payroll setup › Bank', or the question: '… › Bank › Account'. */
export const aboutText = ({ workform_name, section_name, field_name }: ChatAbout): string =>
  `about: ${[workform_name, section_name, field_name].filter(Boolean).join(' › ')}`

export interface AboutPickerProps {
  chosen: ChatAbout | null
  /** Loads the sections when the list is opened. */
  load: () => Promise<ChatAbout[]>
  onChoose: (about: ChatAbout) => void
  disabled?: boolean | undefined
}

interface Loaded {
  items?: ChatAbout[] | undefined
  failed?: boolean | undefined
}

function Choices({
  items,
  failed,
  offline,
  wanted,
  chosen,
  onChoose,
}: Loaded & Pick<AboutPickerProps, 'chosen' | 'onChoose'> & { offline: boolean; wanted: string }) {
  const shown = items?.filter((s) => containsWords(`${s.workform_name} ${s.section_name}`, wanted))
  return (
    <>
      {failed && !offline ? (
        <p className="px-2 py-3 text-sm">The sections could not be loaded. Please try again.</p>
      ) : null}
      {offline && !shown ? <NotOffline className="py-2" /> : null}
      {!failed && !offline && !shown ? <Spinner label="Loading sections" className="p-3" /> : null}
      {shown?.length === 0 ? <p className="px-2 py-3 text-base-content/70 text-sm">No sections found</p> : null}
      <ul className="max-h-60 overflow-y-auto">
        {shown?.map((section) => (
          <li key={section.assignment_id}>
            <button
              type="button"
              aria-current={section.assignment_id === chosen?.assignment_id || undefined}
              className={cx(
                'w-full cursor-pointer rounded-field px-2 py-1.5 text-left text-sm hover:bg-base-200',
                'aria-[current]:bg-primary/10',
              )}
              onClick={() => onChoose(section)}
            >
              <span className="block truncate font-medium" title={section.section_name}>
                {section.section_name}
              </span>
              <span className="block truncate text-base-content/70 text-xs" title={section.workform_name}>
                {section.workform_name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Lets the user choose the section that a message is about. */
export function AboutPicker({ chosen, load, onChoose, disabled }: AboutPickerProps) {
  const [open, setOpen] = useState(false)
  const [{ items, failed }, setChoices] = useState<Loaded>({})
  const [text, setText] = useState('')
  const offline = useOffline()
  const refresh = useEffectEvent(() => {
    let isLatest = true
    load().then(
      (all) => isLatest && setChoices({ items: all }),
      () => isLatest && setChoices({ failed: true }),
    )
    return () => {
      isLatest = false
    }
  })
  // Also when the connection is back.
  useEffect(() => (open && !offline ? refresh() : undefined), [open, offline])
  const toggle = (next: boolean): void => {
    setOpen(next)
    if (next) setText('')
  }
  const choose = (section: ChatAbout): void => {
    onChoose(section)
    setOpen(false)
  }
  return (
    <Popover
      open={open}
      onOpenChange={toggle}
      label="What is the message about?"
      align="start"
      side="top"
      className="w-72 p-2"
      trigger={<IconButton label="Link a section" size="md" disabled={disabled} icon={<Link2 />} />}
    >
      <input
        type="search"
        aria-label="Search sections..."
        placeholder="Search sections..."
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`input mb-2 w-full ${CONTROL}`}
      />
      <Choices items={items} failed={failed} offline={offline} wanted={text} chosen={chosen} onChoose={choose} />
    </Popover>
  )
}
