import type { WorkformSummary } from '@portal/contract/workforms'
import { toastSuccess } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useCreateWorkform } from '../queries/changes.ts'
import { toastFailure } from '../queries/failure.ts'
import { workformQuery } from '../queries/workforms.ts'

/** Longest name of a workform, in characters. */
const MAX_NAME = 200

/** Makes a copy of a workform, of the same kind, one at a time. */
export function useDuplicate() {
  const cache = useQueryClient()
  const [duplicating, setDuplicating] = useState<string>()
  const running = useRef(false)
  const { mutateAsync: create } = useCreateWorkform()
  const duplicate = useCallback(
    async ({ id }: WorkformSummary): Promise<void> => {
      if (running.current) return
      running.current = true
      setDuplicating(id)
      try {
        const { name, description, fields, is_template } = await cache.fetchQuery(workformQuery(id))
        await create({ name: `Copy of ${name}`.slice(0, MAX_NAME), description: description ?? '', fields, is_template })
        toastSuccess(is_template ? 'Form template created successfully' : 'Workform created successfully')
      } catch (error) {
        toastFailure(error, 'Failed to create form')
      } finally {
        running.current = false
        setDuplicating(undefined)
      }
    },
    [cache, create],
  )
  return { duplicate: useCallback((row: WorkformSummary) => void duplicate(row), [duplicate]), duplicating }
}
