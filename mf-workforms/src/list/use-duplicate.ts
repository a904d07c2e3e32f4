import type { WorkformSummary } from '@portal/contract/workforms'
import { toastSuccess } from '@portal/sdk'
import { useCallback, useRef, useState } from 'react'
import { useDuplicateWorkform } from '../queries/changes.ts'
import { toastSaveFailure } from '../queries/failure.ts'

/** Duplicates a workform. Runs one request at a time. */
export function useDuplicate() {
  const [duplicating, setDuplicating] = useState<string>()
  const running = useRef(false)
  const { mutateAsync: copy } = useDuplicateWorkform()
  const duplicate = useCallback(
    async (id: string): Promise<void> => {
      if (running.current) return
      running.current = true
      setDuplicating(id)
      try {
        const { is_template } = await copy(id)
        toastSuccess(is_template ? 'Form template created successfully' : 'Workform created successfully')
      } catch (error) {
        toastSaveFailure(error, 'Failed to create form')
      } finally {
        running.current = false
        setDuplicating(undefined)
      }
    },
    [copy],
  )
  return { duplicate: useCallback((row: WorkformSummary) => void duplicate(row.id), [duplicate]), duplicating }
}
