export interface Backoff {
    firstMs?: number;
    maxMs?: number;
}
export declare function isTemporary(error: unknown): boolean;
export declare function retryDelay(failures: number, error?: unknown, { firstMs, maxMs }?: Backoff): number;
