import { Button, IconButton } from '@portal/kit/ui/button'
import { MonitorDown } from 'lucide-react'
import { useState } from 'react'
import { IosDialog } from './ios-dialog.tsx'
import { showInstallPrompt, useInstallWay } from './prompt.ts'

/** Offers to install the portal where the browser can. Shows only its icon when collapsed. */
export function InstallButton({ collapsed }: { collapsed?: boolean | undefined }) {
  const way = useInstallWay()
  const [explaining, setExplaining] = useState(false)
  if (!way) return null
  const install = (): void => {
    if (way === 'ios') setExplaining(true)
    else void showInstallPrompt()
  }
  const icon = <MonitorDown className="size-4" aria-hidden />
  return (
    <>
      {collapsed ? (
        <IconButton label="Install App" onClick={install} icon={icon} />
      ) : (
        <Button
          size="sm"
          variant="quiet"
          icon={icon}
          onClick={install}
          className="h-9 w-full justify-start pointer-coarse:h-11 gap-3 px-3 text-sm"
        >
          Install App
        </Button>
      )}
      {explaining ? <IosDialog onClose={() => setExplaining(false)} /> : null}
    </>
  )
}
