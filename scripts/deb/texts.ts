export { bashCompletion } from './completion';
export { manualPage } from './man';
