import type { BuilderProgress, BuiltWorkform } from '@portal/contract/widgets'
import { useEffect, useRef } from 'react'

interface Progress {
  name: string
  previewing: boolean
  take: () => BuiltWorkform | null
}

/** Reports the name, and in the preview step a function that takes the workform. */
export function useReportProgress(
  progress: Progress,
  onProgress: ((progress: BuilderProgress) => void) | undefined,
): void {
  const latest = useRef({ take: progress.take, onProgress })
  useEffect(() => {
    latest.current = { take: progress.take, onProgress }
  })
  const { name, previewing } = progress
  useEffect(() => {
    latest.current.onProgress?.({ name, take: previewing ? () => latest.current.take() : null })
  }, [name, previewing])
}
