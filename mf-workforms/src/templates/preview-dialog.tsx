import type { WidgetProps } from '@portal/contract/widgets'
import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { TemplatePreview } from './template-preview.tsx'

/** Shows a workform as clients see it, in a dialog. */
export function PreviewDialog({ workformId, onClose }: WidgetProps['mf-workforms/preview']) {
  return (
    <Dialog open size="lg" title="Preview" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <TemplatePreview id={workformId} />
    </Dialog>
  )
}
