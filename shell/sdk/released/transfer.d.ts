export interface UploadProgress {
    sent: number;
    total: number;
}
export declare const uploadedShare: (sent: number, total: number) => number;
export interface UploadOptions {
    onProgress?: ((progress: UploadProgress) => void) | undefined;
    signal?: AbortSignal | undefined;
    idempotencyKey?: string | undefined;
    method?: 'POST' | 'PUT' | undefined;
}
export declare function uploadFile<T>(path: string, file: Blob, options?: UploadOptions): Promise<T>;
export declare function fetchBlob(path: string, signal?: AbortSignal): Promise<Blob>;
export declare function downloadFile(path: string, name: string, body?: unknown): Promise<void>;
export declare function downloadStoredFile(file: {
    id: string;
    name: string;
}): Promise<void>;
export declare function saveFrom(address: string, name: string): void;
export declare function saveBlob(blob: Blob, name: string): void;
