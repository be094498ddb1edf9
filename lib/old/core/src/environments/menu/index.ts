export { menu, type MenuSettings } from './menu';
