import { SECTION_FILTERS, type SectionFilter } from '@portal/contract/section-machine'
import { Pills, type PillsProps } from '../ui/pills.tsx'

const OPTIONS = SECTION_FILTERS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

/** Renders the filter of submissions by status. */
export function SectionFilterPills(props: Omit<PillsProps<SectionFilter>, 'label' | 'options'>) {
  return <Pills label="Filter by status" options={OPTIONS} {...props} />
}
