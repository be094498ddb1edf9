export { generateTaskAllocations } from './generate';
export { taskAllocation, type TaskAllocationSettings } from './task-allocation';
