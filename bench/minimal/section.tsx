import type { WorkformField } from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from './data.ts'

interface ControlProps {
  field: WorkformField
  value: string
  onChange: (value: string) => void
}

const TYPES: Partial<Record<WorkformField['type'], string>> = {
  email: 'email',
  number: 'number',
  date: 'date',
  file: 'file',
}

function Control({ field, value, onChange }: ControlProps): ReactNode {
  const take = (event: { target: { value: string } }): void => onChange(event.target.value)
  if (field.type === 'long-text') return <textarea value={value} onChange={take} />
  if (field.type === 'file') return <input type="file" />
  if (field.type === 'checkbox') {
    return field.options?.map((option) => (
      <label key={option}>
        <input type="checkbox" checked={value === option} onChange={() => onChange(option)} /> {option}
      </label>
    ))
  }
  if (field.type === 'dropdown') {
    return (
      <select value={value} onChange={take}>
        <option value="">Choose</option>
        {field.options?.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  return <input type={TYPES[field.type] ?? 'text'} value={value} onChange={take} />
}

/** The fields of a section, and what of them is missing when it is submitted. */
export function Section(): ReactNode {
  const id = new URLSearchParams(location.search).get('section') ?? ''
  const { data } = useQuery(ask<PortalSectionDetail>(`/api/portal/sections/${id}`))
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [tried, setTried] = useState(false)
  const missing = data?.fields.filter((field) => field.required && !answers[field.id]) ?? []
  return (
    <main>
      <h1>{data?.name}</h1>
      {tried ? <p role="alert">Missing: {missing.map((field) => field.name).join(', ')}</p> : null}
      <form>
        {data?.fields.map((field) => (
          <div key={field.id}>
            <label>
              {field.name}
              <Control
                field={field}
                value={answers[field.id] ?? ''}
                onChange={(value) => setAnswers((before) => ({ ...before, [field.id]: value }))}
              />
            </label>
            <small>{field.helpText}</small>
          </div>
        ))}
      </form>
      {data ? (
        <button type="button" onClick={() => setTried(true)}>
          Submit Section
        </button>
      ) : null}
    </main>
  )
}
