import { saveBlob } from '@portal/sdk'

/** Downloads a text as a file called `name`. */
export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
}
