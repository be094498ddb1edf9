export { generateMenus } from './generate';
export { menu, type MenuSettings } from './menu';
