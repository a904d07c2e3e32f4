import { cleanLine, cleanText } from '@portal/contract/text'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { TextArea } from '@portal/kit/ui/fields'
import { type ClipboardEvent, useState } from 'react'
import type { FieldDraft } from './field-draft.ts'
import type { FieldFormProps } from './field-form.tsx'
import { optionLines, optionsFromPaste, findDuplicate, splitLine, removeDuplicates } from './option-list.ts'

/** Shows the options of a dropdown or checkbox. Lists can be pasted. */
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
    const lineBreak = (text: string, at: 'end' | 'start'): string =>
      text === '' || (at === 'end' ? text.endsWith('\n') : text.startsWith('\n')) ? '' : '\n'
    const options = `${before}${lineBreak(before, 'end')}${found.join('\n')}${lineBreak(after, 'start')}${after}`
    setPasted(/[\t\r\n]/.test(cleanText(line)) ? undefined : { line: `${before}${cleanLine(line)}${after}`, options })
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
      <Suggestions options={draft.options} pasted={pasted} onChange={change} />
    </div>
  )
}

function help({ type, options }: FieldDraft): string {
  const count = optionLines(options).length
  if (count > 0) return `${countOf(count, 'option')}, one per line.`
  const hint = 'One per line. You can paste a list with commas or from a spreadsheet.'
  return type === 'dropdown' ? hint : `${hint} If empty, the field is a single checkbox.`
}

interface SuggestionsProps {
  options: string
  /** The pasted line, and the options that were made from it. */
  pasted: { line: string; options: string } | undefined
  onChange: (options: string) => void
}

/** Suggests a change to options that were split or could be split, or that contain duplicates. */
function Suggestions({ options, pasted, onChange }: SuggestionsProps) {
  if (pasted && pasted.options === options)
    return (
      <Suggestion
        text="The line was split into options."
        label="Keep as one option"
        onClick={() => onChange(pasted.line)}
      />
    )
  if (findDuplicate(optionLines(options)))
    return <Suggestion label="Remove duplicate options" onClick={() => onChange(removeDuplicates(options))} />
  const lines = splitLine(options)
  if (lines.length < 2) return null
  return <Suggestion label={`Split into ${lines.length} options`} onClick={() => onChange(lines.join('\n'))} />
}

function Suggestion({ text, label, onClick }: { text?: string; label: string; onClick: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base-content/70 text-xs">
      {text ? <span>{text}</span> : null}
      <Button size="sm" onClick={onClick}>
        {label}
      </Button>
    </div>
  )
}
