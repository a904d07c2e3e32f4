import type { WidgetProps } from '@portal/contract/widgets'
import { RemoteSlot } from '@portal/sdk'

/** Shows the builder of the workforms remote in a frame. */
export function WorkformBuilder(props: WidgetProps['mf-workforms/builder']) {
  return (
    <div className="rounded-field border border-base-300 p-3 sm:p-4">
      <RemoteSlot name="mf-workforms/builder" props={props} />
    </div>
  )
}
