import { cleanLine } from '@portal/contract/text'
import { Button } from '@portal/kit/ui/button'
import { FieldGroup } from '@portal/kit/ui/field-layout'
import { Spinner } from '@portal/kit/ui/states'
import { failFast, toastProblem } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { LayoutTemplate } from 'lucide-react'
import { useId, useState } from 'react'
import { countFields } from '../builder/sections.ts'
import type { Builder } from '../builder/use-builder.ts'
import { workformQuery } from '../queries/workforms.ts'
import { ChooseTemplate } from '../templates/choose-template.tsx'

/** Fills the builder with a copy of a template. Undo restores the previous fields. */
function useCopy({ state, dispatch }: Builder) {
  const cache = useQueryClient()
  const [from, setFrom] = useState<{ name: string; description: string }>()
  const [copying, setCopying] = useState(false)
  /** Sets a text unless the user has typed one. The text of a previously chosen template is replaced. */
  const fill = (type: 'name' | 'description', text: string): void => {
    const current = cleanLine(state[type])
    if (current !== '' && current !== from?.[type]) return
    dispatch(type === 'name' ? { type, name: text } : { type, description: text })
  }
  const copy = async (id: string): Promise<void> => {
    setCopying(true)
    try {
      const { name, description, fields } = await cache.fetchQuery({ ...workformQuery(id), ...failFast })
      dispatch({ type: 'fields', fields })
      fill('name', name)
      fill('description', description ?? '')
      setFrom({ name, description: description ?? '' })
    } catch (error) {
      toastProblem(error, 'Failed to load workforms')
    } finally {
      setCopying(false)
    }
  }
  const clear = (): void => {
    dispatch({ type: 'fields', fields: [] })
    fill('name', '')
    fill('description', '')
    setFrom(undefined)
  }
  return { from, copying, copy, clear }
}

/** Offers to start from a template. */
export function StartFrom({ builder }: { builder: Builder }) {
  const { from, copying, copy, clear } = useCopy(builder)
  const [choosing, setChoosing] = useState(false)
  const id = useId()
  const count = countFields(builder.state.sections)
  return (
    <FieldGroup
      id={id}
      label="Start from"
      help={
        count > 0 && !from
          ? 'A template replaces your fields. Undo restores them.'
          : 'Eight starter templates and the templates of your firm, each with a preview.'
      }
    >
      <div className="flex flex-wrap items-center gap-3 rounded-field border border-base-300 px-3.5 py-2.5">
        <p className="min-w-0 flex-1 basis-40 wrap-anywhere text-sm" aria-live="polite">
          {copying ? <Spinner label="Copying the template" /> : from ? `A copy of “${from.name}”` : 'A blank form'}
        </p>
        {from ? (
          <Button size="sm" variant="quiet" disabled={copying} onClick={clear}>
            Start blank
          </Button>
        ) : null}
        <Button size="sm" disabled={copying} icon={<LayoutTemplate />} onClick={() => setChoosing(true)}>
          Choose a template
        </Button>
      </div>
      {choosing ? (
        <ChooseTemplate
          onClose={() => setChoosing(false)}
          onUse={(template) => {
            setChoosing(false)
            void copy(template)
          }}
        />
      ) : null}
    </FieldGroup>
  )
}
