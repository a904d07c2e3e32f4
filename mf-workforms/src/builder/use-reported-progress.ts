import type { BuilderProgress, BuiltWorkform } from '@portal/contract/widgets'
import { useEffect, useRef } from 'react'

interface Reported {
  name: string
  previewing: boolean
  take: () => BuiltWorkform | null
}

/** Reports the workform's name, and in the preview step how to take over what is shown. */
export function useReportedProgress(
  reported: Reported,
  onProgress: ((progress: BuilderProgress) => void) | undefined,
): void {
  const latest = useRef({ take: reported.take, onProgress })
  useEffect(() => {
    latest.current = { take: reported.take, onProgress }
  })
  const { name, previewing } = reported
  useEffect(() => {
    latest.current.onProgress?.({ name, take: previewing ? () => latest.current.take() : null })
  }, [name, previewing])
}
