import type { WidgetProps } from '@portal/contract/widgets'
import { MultiAssign } from '../multi-assign/dialog.tsx'

/** The widget `mf-clients/multi-assign`: other remotes open the dialog with it. */
export default function MultiAssignWidget(props: WidgetProps['mf-clients/multi-assign']) {
  return <MultiAssign {...props} />
}
