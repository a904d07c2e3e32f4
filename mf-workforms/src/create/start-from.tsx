import type { WorkformSummary } from '@portal/contract/workforms'
import { SelectField } from '@portal/kit/fields'
import { Spinner } from '@portal/kit/states'
import { toastProblem } from '@portal/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countFields } from '../builder/state.ts'
import type { Builder } from '../builder/use-builder.ts'
import { templatesQuery, workformQuery } from '../queries/workforms.ts'

const BLANK = 'blank'

const labelOf = ({ name, field_count }: WorkformSummary): string => `${name} (${field_count} ${field_count === 1 ? 'field' : 'fields'})`

/** Fills the builder with a copy of a template. What was there before comes back with Undo. */
function useCopy({ state, dispatch }: Builder) {
  const cache = useQueryClient()
  const [chosen, setChosen] = useState(BLANK)
  const [copying, setCopying] = useState(false)
  const copy = async (id: string): Promise<void> => {
    setChosen(id)
    if (id === BLANK) {
      dispatch({ type: 'fields', fields: [] })
      return
    }
    setCopying(true)
    try {
      const { name, description, fields } = await cache.fetchQuery(workformQuery(id))
      dispatch({ type: 'fields', fields })
      if (state.name.trim() === '') dispatch({ type: 'name', name })
      if (state.description.trim() === '') dispatch({ type: 'description', description: description ?? '' })
    } catch (error) {
      setChosen(BLANK)
      toastProblem(error, 'Failed to load workforms')
    } finally {
      setCopying(false)
    }
  }
  return { chosen, copying, copy }
}

/** Offers the firm's templates and the built-in ones as a beginning. */
export function StartFrom({ builder }: { builder: Builder }) {
  const { data: templates } = useQuery(templatesQuery)
  const { chosen, copying, copy } = useCopy(builder)
  const count = countFields(builder.state.sections)
  // Without templates there is nothing to choose; whoever has begun by hand is not asked any more.
  if (!templates || templates.length === 0) return null
  return (
    <div>
      <SelectField
        label="Start from"
        value={chosen}
        onChange={(id) => void copy(id)}
        disabled={copying}
        options={[{ value: BLANK, label: 'A blank form' }, ...templates.map((t) => ({ value: t.id, label: labelOf(t) }))]}
        help={
          count > 0 && chosen === BLANK
            ? 'A template takes the place of the fields you have; Undo brings them back.'
            : 'A template is copied: you can change everything, and the template stays as it is.'
        }
      />
      {copying ? <Spinner label="Copying the template" className="mt-2" /> : null}
    </div>
  )
}
