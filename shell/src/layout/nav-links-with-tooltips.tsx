import { Tooltip, TooltipProvider } from '@portal/kit/ui/tooltip'
import type { ReactElement } from 'react'
import { NavLinks, type NavLinksProps } from './nav-links.tsx'

const hinted = (link: ReactElement, name: string): ReactElement => (
  <Tooltip text={name} side="right">
    {link}
  </Tooltip>
)

/** The links of a collapsed navigation: their names show as tooltips. */
export function NavLinksWithTooltips(props: NavLinksProps) {
  return (
    <TooltipProvider>
      <NavLinks {...props} wrap={hinted} />
    </TooltipProvider>
  )
}
