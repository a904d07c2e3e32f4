import type { WidgetProps } from '@portal/contract/widgets'
import { MultiAssign } from '../multi-assign/dialog.tsx'

/** Renders the widget `mf-clients/multi-assign`, which other remotes mount to open the dialog. */
export default function MultiAssignWidget(props: WidgetProps['mf-clients/multi-assign']) {
  return <MultiAssign {...props} />
}
