/** Runs React as soon as its file is read, and not with all that imports it. */
import 'react/jsx-runtime';
import 'react-dom/client';
