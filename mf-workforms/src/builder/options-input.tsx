import { Button } from '@portal/kit/ui/button'
import { TextArea } from '@portal/kit/ui/fields'
import { type ClipboardEvent, useState } from 'react'
import type { FieldDraft } from './field-draft.ts'
import type { FieldFormProps } from './field-form.tsx'
import { optionLines, optionsFromPaste, repeatIn, splitLine, withoutRepeats } from './option-list.ts'

/** The options of a dropdown or checkbox, typed or pasted. */
export function OptionsInput({ draft, onPatch, problems }: Pick<FieldFormProps, 'draft' | 'onPatch' | 'problems'>) {
  const [pasted, setPasted] = useState<{ line: string; options: string }>()
  const change = (options: string): void => onPatch({ options })
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const line = event.clipboardData.getData('text/plain')
    const found = optionsFromPaste(line)
    if (!found) return
    event.preventDefault()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const [before, after] = [value.slice(0, selectionStart), value.slice(selectionEnd)]
    const broken = (text: string, at: 'end' | 'start'): string =>
      text === '' || (at === 'end' ? text.endsWith('\n') : text.startsWith('\n')) ? '' : '\n'
    const options = `${before}${broken(before, 'end')}${found.join('\n')}${broken(after, 'start')}${after}`
    setPasted(/[\t\r\n]/.test(line.trim()) ? undefined : { line: `${before}${line.trim()}${after}`, options })
    change(options)
  }
  return (
    <div className="grid gap-2">
      <TextArea
        label="Options"
        required={draft.type === 'dropdown'}
        rows={4}
        value={draft.options}
        onChange={change}
        onPaste={paste}
        error={problems.options}
        help={help(draft)}
      />
      <Offers options={draft.options} pasted={pasted} onChange={change} />
    </div>
  )
}

function help({ type, options }: FieldDraft): string {
  const count = optionLines(options).length
  if (count > 0) return `${count} ${count === 1 ? 'option' : 'options'}, one per line.`
  const how = 'One per line; a list can be pasted, with commas or from a spreadsheet.'
  return type === 'dropdown' ? how : `${how} Left empty, it is a single tick box.`
}

interface OffersProps {
  options: string
  /** A line that was pasted, and what was made of it. */
  pasted: { line: string; options: string } | undefined
  onChange: (options: string) => void
}

/** What one may have wanted instead. */
function Offers({ options, pasted, onChange }: OffersProps) {
  if (pasted && pasted.options === options)
    return (
      <Offer
        text="The line was split at its separators."
        label="Keep it as one option"
        onClick={() => onChange(pasted.line)}
      />
    )
  if (repeatIn(optionLines(options)))
    return <Offer label="Remove repeated options" onClick={() => onChange(withoutRepeats(options))} />
  const parts = splitLine(options)
  if (parts.length < 2) return null
  return <Offer label={`Make it ${parts.length} options`} onClick={() => onChange(parts.join('\n'))} />
}

function Offer({ text, label, onClick }: { text?: string; label: string; onClick: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base-content/70 text-xs">
      {text ? <span>{text}</span> : null}
      <Button size="sm" onClick={onClick}>
        {label}
      </Button>
    </div>
  )
}
