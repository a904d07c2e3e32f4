import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Send } from 'lucide-react'
import { workformQuery } from '../queries/workforms.ts'
import { TemplatePreview } from '../templates/template-preview.tsx'
import { Statistics } from './statistics.tsx'

export interface PreviewWorkformProps {
  id: string
  /** An archived workform can neither be edited nor assigned. */
  isArchived: boolean
  onClose: () => void
  onEdit: () => void
  onAssign: () => void
}

/** Shows a workform as clients see it, and how it has been used. */
export function PreviewWorkform({ id, isArchived, onClose, onEdit, onAssign }: PreviewWorkformProps) {
  const { data } = useQuery(workformQuery(id))
  return (
    <Dialog
      open
      size="lg"
      title="Preview"
      description={data?.name}
      onClose={onClose}
      footer={
        <>
          <Button className="sm:mr-auto" onClick={onClose}>
            Close
          </Button>
          {isArchived ? null : (
            <>
              <Button icon={<Pencil />} onClick={onEdit}>
                Edit
              </Button>
              <Button variant="primary" icon={<Send />} onClick={onAssign}>
                Assign
              </Button>
            </>
          )}
        </>
      }
    >
      <Statistics id={id} />
      <TemplatePreview id={id} />
    </Dialog>
  )
}
