export declare function fetchWithin(request: Request, ms?: number): Promise<Response>;
