-- How much an organization may keep in files. Not int8, which the driver answers as text; double precision is exact far
-- beyond any disk.
alter table organizations add column stored_bytes double precision not null default 10737418240;
-- The picture of a custom face with its thumbnail; those from before count nothing.
alter table faces add column image_bytes integer not null default 0;
