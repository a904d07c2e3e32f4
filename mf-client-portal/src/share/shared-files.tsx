import type { PortalWorkform } from '@portal/contract/client-portal'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { isOpen, sortByUrgency } from '../dashboard/section-order.ts'
import type { SharedFilesDialogProps } from './shared-files-dialog.tsx'

const SharedFilesDialog = lazyDialog(() => import('./shared-files-dialog.tsx'), 'SharedFilesDialog')

export interface SharedFilesProps extends Omit<SharedFilesDialogProps, 'sections'> {
  items: readonly PortalWorkform[]
}

/** Asks which question the files answer that another app has shared. Mount it to open it. */
export function SharedFiles({ items, ...dialog }: SharedFilesProps) {
  const sections = sortByUrgency(items).flatMap((workform) => workform.sections.filter(isOpen))
  return <SharedFilesDialog {...dialog} sections={sections.map((section) => section.assignment_id)} />
}
