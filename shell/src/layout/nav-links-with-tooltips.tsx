import { Tooltip, TooltipProvider } from '@portal/kit/ui/tooltip'
import type { ReactElement } from 'react'
import { NavLinks, type NavLinksProps } from './nav-links.tsx'

const withTooltip = (link: ReactElement, name: string): ReactElement => (
  <Tooltip text={name} side="right">
    {link}
  </Tooltip>
)

/** Renders the links of a collapsed navigation, with their names as tooltips. */
export function NavLinksWithTooltips(props: NavLinksProps) {
  return (
    <TooltipProvider>
      <NavLinks {...props} wrap={withTooltip} />
    </TooltipProvider>
  )
}
