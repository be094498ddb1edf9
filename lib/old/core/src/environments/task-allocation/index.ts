export { taskAllocation, type TaskAllocationSettings } from './task-allocation';
