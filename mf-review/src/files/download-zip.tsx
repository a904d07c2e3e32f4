import type { DownloadScope } from '@portal/contract/review'
import { Button } from '@portal/kit/ui/button'
import { api, call, isApiError, saveFrom, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { FolderDown } from 'lucide-react'

/** Renders a button that downloads many files as one ZIP. */
export function DownloadZip({ scope, label }: { scope: DownloadScope; label: string }) {
  const download = useMutation({
    // Requests a single-use URL, which the browser downloads as a stream.
    mutationFn: () => call(api.downloads.$post({ json: scope })),
    onSuccess: ({ path, name }) => {
      saveFrom(path, name)
      toastSuccess('Download started', name)
    },
    onError: (error) =>
      toastProblem(error, 'Download failed', isApiError(error, 'too_large') ? {} : { message: 'Please try again' }),
  })
  return (
    <Button size="sm" busy={download.isPending} icon={<FolderDown />} onClick={() => download.mutate()}>
      {label}
    </Button>
  )
}
