export declare function storeOffline(path: string, data: unknown): Promise<void>;
