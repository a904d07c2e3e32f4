import { Tooltip, TooltipProvider } from '@portal/kit/tooltip'
import { NavLinks, type NavLinksProps } from './nav-links.tsx'

/** The links of a collapsed navigation: their names show as tooltips. */
export function HintedNavLinks(props: NavLinksProps) {
  return (
    <TooltipProvider>
      <NavLinks
        {...props}
        wrap={(link, name) => (
          <Tooltip text={name} side="right">
            {link}
          </Tooltip>
        )}
      />
    </TooltipProvider>
  )
}
